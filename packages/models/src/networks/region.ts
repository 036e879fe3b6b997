import type { Point } from '@drape/imaging';

/**
 * A rotated rectangle of a photo that a network looks at.
 *
 * Space: photo pixels; `angleRad` rotates the rectangle clockwise on the screen (y points down), 0 = upright. The network's picture is the
 * rectangle with its own axes made horizontal and vertical.
 */
export interface Region {
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  readonly angleRad: number;
}

/** Maps (u, v) in the region, each 0…1 from its top left corner, to the photo. */
export function toPhoto(region: Region, u: number, v: number): Point {
  const cos = Math.cos(region.angleRad);
  const sin = Math.sin(region.angleRad);
  const dx = (u - 0.5) * region.width;
  const dy = (v - 0.5) * region.height;
  return { x: region.centre.x + dx * cos - dy * sin, y: region.centre.y + dx * sin + dy * cos };
}

/**
 * The square that MediaPipe crops around a person or face: upright if the vector `from` → `to` points up (`upright` = 'up') or right
 * ('right').
 *
 * Source: mediapipe/calculators/util/alignment_points_to_rects_calculator.cc, detections_to_rects_calculator.cc.
 */
export function squareAround(centre: Point, side: number, from: Point, to: Point, upright: 'up' | 'right'): Region {
  const direction = Math.atan2(to.y - from.y, to.x - from.x);
  return { centre, width: side, height: side, angleRad: upright === 'up' ? direction + Math.PI / 2 : direction };
}
