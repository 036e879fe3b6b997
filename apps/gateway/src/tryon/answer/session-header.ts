/** The header in which a publishable key names its session. */
export const SESSION_HEADER = 'X-Drape-Session';
