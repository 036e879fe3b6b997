/**
 * The anchor of a heading, as readers of the repository have it: the links between documents are checked against these by
 * `scripts/docs.test.ts`, and `docUrl` of an error ends in one. VitePress's own would make `photo_too_blurry` `photo-too-blurry`.
 */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
