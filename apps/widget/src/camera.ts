import { drawing, h } from './dom';
import { fill, type Strings } from './strings';

/** A standing person with arms a little away from the body, for shoppers to step into. */
const OUTLINE =
  'M50 6a8 9 0 1 0 .1 0M42 24C36 26 33 30 32 38L27 68M58 24c6 2 9 6 10 14l5 30M42 24c5 2 11 2 16 0M38 40l1 26-4 70M62 40l-1 26 4 70M50 80l-3 56M50 80l3 56';
const COUNT_FROM = 3;
const SECOND_MS = 1000;

export interface Camera {
  readonly element: HTMLElement;
  /** Resolves with the first frame. Rejects where there is no camera, or it is not allowed. */
  readonly started: Promise<void>;
  /** Counts down, then resolves with the frame as a JPEG; null where the camera was closed. `onCount` hears each second. */
  readonly capture: (onCount: (left: number) => void) => Promise<Blob | null>;
  readonly close: () => void;
}

/** Opens the camera that faces the shopper, upright. */
export function openCamera(strings: Strings): Camera {
  const video = h('video', { autoplay: true, playsinline: true, 'aria-label': strings.takePhoto });
  video.muted = true;
  const starting = h('p', { class: 'starting' }, strings.cameraStarting);
  const count = h('div', { class: 'count', 'aria-hidden': 'true' });
  const element = h('div', { class: 'picture camera' }, video, starting, count);
  let stream: MediaStream | null = null;
  let isOpen = true;
  const stop = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  async function start(): Promise<void> {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'user', width: { ideal: 1440 }, height: { ideal: 1920 } },
    });
    // Allowed after the shopper had gone back.
    if (!isOpen) return stop();
    const shows = new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }));
    video.srcObject = stream;
    await shows;
    starting.remove();
    element.classList.remove('camera');
    element.append(drawing('0 0 100 144', OUTLINE, 'outline'));
  }
  return {
    element,
    started: start(),
    async capture(onCount) {
      for (let left = COUNT_FROM; left > 0; left--) {
        count.textContent = String(left);
        onCount(left);
        await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
        if (!isOpen) return null;
      }
      count.textContent = '';
      return frameOf(video);
    },
    close() {
      isOpen = false;
      stop();
    },
  };
}

/** What is spoken while the seconds run down. */
export const spokenCount = (strings: Strings, left: number): string => fill(strings.countdown, { n: left });

/** The frame as others see the shopper: not mirrored, so that writing can be read. */
function frameOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = h('canvas', { width: video.videoWidth, height: video.videoHeight });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
}
