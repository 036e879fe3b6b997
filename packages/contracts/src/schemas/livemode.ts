/** Of every record: false where a test key made it. */
export const livemode = { type: 'boolean', description: 'false: test data, made with a test key.' } as const;
