--TEST--
Exceptions are made like any other; their own getters then give nothing
--EXTENSIONS--
redis_lock
--FILE--
<?php

$cause = new Exception('cause');
foreach (['Lock', 'Contended', 'Lost', 'Unavailable', 'Connection', 'Uncertain', 'Server'] as $name) {
    $class = "RedisLock\\{$name}Exception";
    $e = new $class('text', 7, $cause);
    $empty = new $class;
    echo $name, ' ', json_encode([$e->getMessage(), $e->getCode(), $e->getPrevious() === $cause, $e->getLine(), $e->getFile() === __FILE__, $empty->getMessage(), $empty->getCode()]), "\n";
}
$contended = new RedisLock\ContendedException;
var_dump($contended->getHolder(), $contended->getRetryAfter(), (new RedisLock\LostException)->getResult(), (new RedisLock\ServerException)->getServerCode());
--EXPECT--
Lock ["text",7,true,6,true,"",0]
Contended ["text",7,true,6,true,"",0]
Lost ["text",7,true,6,true,"",0]
Unavailable ["text",7,true,6,true,"",0]
Connection ["text",7,true,6,true,"",0]
Uncertain ["text",7,true,6,true,"",0]
Server ["text",7,true,6,true,"",0]
NULL
NULL
NULL
string(0) ""
