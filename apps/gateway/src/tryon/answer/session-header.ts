/** The header by which a publishable key names the session that it acts for. */
export const SESSION_HEADER = 'X-Drape-Session';
