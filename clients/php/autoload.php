<?php

declare(strict_types=1);

// Loads the classes of the client where there is no Composer.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Drape\\')) {
        return;
    }
    $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Drape\\')), '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
