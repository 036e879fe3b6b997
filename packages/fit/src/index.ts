export * from './advice';
export * from './assess-fit';
export * from './assess-visual-fit';
export * from './fit-score';
export * from './measurements';
export * from './merchant-chart';
export * from './size-chart';
export * from './size-score';
