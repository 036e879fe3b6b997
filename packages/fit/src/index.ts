export * from './advice';
export { ADVICE_LANGUAGES, translateAdvice, type AdviceContext, type AdviceLanguage } from './advice-languages';
export * from './assess-fit';
export * from './assess-visual-fit';
export * from './fit-score';
export * from './measurements';
export * from './merchant-chart';
export * from './size-chart';
export * from './size-score';
