<?php

declare(strict_types=1);

// A server of a few lines that answers as it is told to: takes a JSON list of answers (base64) from its standard input,
// says its port on a line, then each request (base64) before it answers. After the last answer it stays silent.

$server = stream_socket_server('tcp://127.0.0.1:0');
if ($server === false) {
    exit(1);
}
$answers = json_decode((string) stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
echo substr((string) strrchr((string) stream_socket_get_name($server, false), ':'), 1), "\n";
foreach ($answers as $answer) {
    $socket = stream_socket_accept($server, 60.0);
    if ($socket === false) {
        exit(1);
    }
    $request = '';
    while (!str_ends_with($request, "\r\n\r\n") && !feof($socket)) {
        $request .= fgets($socket);
    }
    $length = preg_match('/^content-length: (\d+)/mi', $request, $found) === 1 ? (int) $found[1] : 0;
    $request .= $length > 0 ? stream_get_contents($socket, $length) : '';
    echo base64_encode($request), "\n";
    fwrite($socket, (string) base64_decode($answer, true));
    fclose($socket);
}
sleep(60);
