import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane; about 30 ms on a thread of the pool. */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let dummyHash: Promise<string> | null = null;

/** Takes equally long where there is no password, so that timing does not reveal who has an account. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const isRight = await verify(passwordHash ?? (await dummyHash), password);
  return isRight && passwordHash !== null;
}
