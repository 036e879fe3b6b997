import { useEffect, useState } from 'react';
import { preparePicture, type Picture } from './scale-picture';

export interface ChosenPicture {
  readonly picture: Picture | null;
  readonly error: unknown;
  readonly choose: (file: File | null) => void;
}

/** A picture that was chosen in the page, made ready to be sent. */
export function usePicture(): ChosenPicture {
  const [file, setFile] = useState<File | null>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    setPicture(null);
    setError(null);
    if (file === null) return undefined;
    let isOver = false;
    let made: Picture | null = null;
    const drop = () => {
      if (made !== null && made.previewUrl !== null) URL.revokeObjectURL(made.previewUrl);
    };
    preparePicture(file).then(
      (ready) => {
        made = ready;
        if (isOver) drop();
        else setPicture(ready);
      },
      (cause: unknown) => {
        if (!isOver) setError(cause);
      },
    );
    return () => {
      isOver = true;
      drop();
    };
  }, [file]);
  return { picture, error, choose: setFile };
}
