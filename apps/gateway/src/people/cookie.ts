import { DASHBOARD_SESSION } from '@drape/db';

const DAY_SEC = 86_400;
/** Browsers take the prefix only with `Secure`, from the whole host and for all of it. */
const SECURE_NAME = '__Host-drape';
/** Over plain HTTP, on a machine of one's own. */
const PLAIN_NAME = 'drape';
const VALUE = /^[\w-]{43}$/;

/** The value of the dashboard's cookie; null where there is none that we could have set. */
export function readCookie(header: string | undefined, isSecure: boolean): string | null {
  const wanted = nameOf(isSecure);
  for (const part of (header ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === wanted && VALUE.test(value)) return value;
  }
  return null;
}

/** Scripts cannot read it, and no page of another site can make a browser send it. */
export function writeCookie(value: string, isSecure: boolean): string {
  return `${nameOf(isSecure)}=${value}; ${attributes(isSecure)}; Max-Age=${DASHBOARD_SESSION.days * DAY_SEC}`;
}

export function clearCookie(isSecure: boolean): string {
  return `${nameOf(isSecure)}=; ${attributes(isSecure)}; Max-Age=0`;
}

const nameOf = (isSecure: boolean): string => (isSecure ? SECURE_NAME : PLAIN_NAME);
const attributes = (isSecure: boolean): string => `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
