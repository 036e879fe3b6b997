<?php

declare(strict_types=1);

namespace Drape\Internal;

/**
 * Pictures and files as programs have them: an SplFileInfo, which names a file (also Symfony's and Laravel's uploaded
 * files), an open stream, a string, or an object that turns into one (also PSR-7's streams).
 *
 * A string is never taken for a path: what a shopper has typed must not make a server read its own files.
 *
 * @internal
 */
final class Content
{
    /** Members of requests that hold pictures. */
    private const PICTURES = ['userPhoto', 'productImage', 'image'];

    /**
     * @param \SplFileInfo|\Stringable|resource|string $content
     * @throws \InvalidArgumentException where it is none of these, or cannot be read
     */
    public static function bytes(mixed $content): string
    {
        if ($content instanceof \SplFileInfo) {
            $isFile = $content->isFile() && $content->isReadable();
            $read = $isFile ? file_get_contents($content->getPathname()) : false;
        } elseif (is_resource($content)) {
            $read = stream_get_contents($content);
        } elseif (is_string($content) || $content instanceof \Stringable) {
            $read = (string) $content;
        } else {
            $type = get_debug_type($content);
            throw new \InvalidArgumentException("A file is an SplFileInfo, a stream or a string, no {$type}.");
        }
        if ($read === false) {
            $name = $content instanceof \SplFileInfo ? $content->getPathname() : 'stream';
            throw new \InvalidArgumentException("The file {$name} cannot be read.");
        }
        return $read;
    }

    /**
     * What stands for the picture in a request. Text is sent as it is: base64, a data URI, an https URL, the id of an
     * upload.
     *
     * @param \SplFileInfo|\Stringable|resource|string $picture
     * @throws \InvalidArgumentException
     */
    public static function text(mixed $picture): string
    {
        $bytes = self::bytes($picture);
        return is_string($picture) && self::isText($picture) ? $picture : base64_encode($bytes);
    }

    /**
     * The fields that are not null, as a request has them.
     *
     * @param array<string, mixed> $given
     * @return array<string, mixed>
     * @throws \InvalidArgumentException
     */
    public static function fields(array $given): array
    {
        $fields = array_filter($given, static fn (mixed $value): bool => $value !== null);
        foreach (self::PICTURES as $name) {
            if (isset($fields[$name])) {
                $fields[$name] = self::text($fields[$name]);
            }
        }
        // An array is a list in JSON where it is empty, and where its names are numbers from 0 on.
        if (is_array($fields['metadata'] ?? null)) {
            $fields['metadata'] = (object) $fields['metadata'];
        }
        return $fields;
    }

    /**
     * The content type by the first bytes.
     *
     * @throws \InvalidArgumentException where it is no picture that the API takes
     */
    public static function typeOf(string $bytes): string
    {
        return match (true) {
            str_starts_with($bytes, "\xFF\xD8\xFF") => 'image/jpeg',
            str_starts_with($bytes, "\x89PNG\r\n\x1A\n") => 'image/png',
            str_starts_with($bytes, 'RIFF') && substr($bytes, 8, 4) === 'WEBP' => 'image/webp',
            substr($bytes, 4, 4) !== 'ftyp' => throw new \InvalidArgumentException(
                'The bytes are no JPEG, PNG, WebP, HEIC or AVIF picture.',
            ),
            in_array(substr($bytes, 8, 4), ['avif', 'avis'], true) => 'image/avif',
            default => 'image/heic',
        };
    }

    /** Every picture has a zero byte or one that is no text, and no text has either. */
    private static function isText(string $content): bool
    {
        return !str_contains($content, "\0") && preg_match('//u', $content) === 1;
    }
}
