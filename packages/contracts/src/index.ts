export * from './product-category';
