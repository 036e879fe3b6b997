export * from './raster';
export * from './image-header';
