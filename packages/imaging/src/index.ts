export * from './raster';
