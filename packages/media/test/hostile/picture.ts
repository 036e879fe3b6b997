/** A file that is made to hurt. */
export interface HostilePicture {
  readonly name: string;
  readonly bytes: Buffer;
  /** `header`: refused before anything is decoded. `refused`: while it is decoded. `accepted`: odd, but a picture. */
  readonly fate: 'header' | 'refused' | 'accepted';
}

export type AddPicture = (fate: HostilePicture['fate'], name: string, bytes: Buffer) => void;
