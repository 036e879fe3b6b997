import { DASHBOARD_SESSION } from '@drape/db';

const DAY_SEC = 86_400;
/** Browsers accept this prefix only with `Secure`, host-only, and for all paths. */
const SECURE_NAME = '__Host-drape';
/** For plain HTTP on the developer's own machine. */
const PLAIN_NAME = 'drape';
const VALUE = /^[\w-]{43}$/;

/** The value of the dashboard's cookie; null where it is missing or malformed. */
export function readCookie(header: string | undefined, isSecure: boolean): string | null {
  const wanted = nameOf(isSecure);
  for (const part of (header ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === wanted && VALUE.test(value)) return value;
  }
  return null;
}

/** HttpOnly and SameSite=Strict: scripts cannot read it, and other sites' pages cannot make a browser send it. */
export function writeCookie(value: string, isSecure: boolean): string {
  return `${nameOf(isSecure)}=${value}; ${attributes(isSecure)}; Max-Age=${DASHBOARD_SESSION.days * DAY_SEC}`;
}

export function clearCookie(isSecure: boolean): string {
  return `${nameOf(isSecure)}=; ${attributes(isSecure)}; Max-Age=0`;
}

const nameOf = (isSecure: boolean): string => (isSecure ? SECURE_NAME : PLAIN_NAME);
const attributes = (isSecure: boolean): string => `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
