export * from './advice';
export * from './assess-visual-fit';
export * from './fit-score';
