import type { DashboardLanguage } from '@drape/contracts';

export interface MailText {
  readonly subject: string;
  readonly body: string;
}

type MailKind = 'sign_in' | 'sign_up' | 'invitation';

interface MailFacts {
  readonly link: string;
  /** How long the link works, in minutes or, of invitations, days. */
  readonly lasts: number;
  readonly accountName: string;
}

const TEXTS: Readonly<Record<DashboardLanguage, Record<MailKind, (facts: MailFacts) => MailText>>> = {
  en: {
    sign_in: ({ link, lasts }) => ({
      subject: 'Sign in to Drape',
      body: `Open this link to sign in to your dashboard. It works once, for ${lasts} minutes:\n\n${link}\n\nIf you did not ask for it, you can ignore this mail.`,
    }),
    sign_up: ({ link, lasts, accountName }) => ({
      subject: 'Confirm your Drape account',
      body: `Open this link to open the account “${accountName}”. It works once, for ${lasts} minutes:\n\n${link}\n\nIf you did not ask for it, you can ignore this mail.`,
    }),
    invitation: ({ link, lasts, accountName }) => ({
      subject: `You are invited to “${accountName}” on Drape`,
      body: `Open this link to join “${accountName}”. It works once, for ${lasts} days:\n\n${link}`,
    }),
  },
  de: {
    sign_in: ({ link, lasts }) => ({
      subject: 'Bei Drape anmelden',
      body: `Mit diesem Link melden Sie sich an. Er gilt einmal und ${lasts} Minuten lang:\n\n${link}\n\nHaben Sie ihn nicht angefordert, können Sie diese E-Mail ignorieren.`,
    }),
    sign_up: ({ link, lasts, accountName }) => ({
      subject: 'Ihr Konto bei Drape bestätigen',
      body: `Mit diesem Link eröffnen Sie das Konto „${accountName}“. Er gilt einmal und ${lasts} Minuten lang:\n\n${link}\n\nHaben Sie ihn nicht angefordert, können Sie diese E-Mail ignorieren.`,
    }),
    invitation: ({ link, lasts, accountName }) => ({
      subject: `Einladung zu „${accountName}“ bei Drape`,
      body: `Mit diesem Link treten Sie „${accountName}“ bei. Er gilt einmal und ${lasts} Tage lang:\n\n${link}`,
    }),
  },
  fr: {
    sign_in: ({ link, lasts }) => ({
      subject: 'Connexion à Drape',
      body: `Ouvrez ce lien pour vous connecter. Il fonctionne une seule fois, pendant ${lasts} minutes :\n\n${link}\n\nSi vous ne l’avez pas demandé, ignorez ce message.`,
    }),
    sign_up: ({ link, lasts, accountName }) => ({
      subject: 'Confirmez votre compte Drape',
      body: `Ouvrez ce lien pour créer le compte « ${accountName} ». Il fonctionne une seule fois, pendant ${lasts} minutes :\n\n${link}\n\nSi vous ne l’avez pas demandé, ignorez ce message.`,
    }),
    invitation: ({ link, lasts, accountName }) => ({
      subject: `Invitation à « ${accountName} » sur Drape`,
      body: `Ouvrez ce lien pour rejoindre « ${accountName} ». Il fonctionne une seule fois, pendant ${lasts} jours :\n\n${link}`,
    }),
  },
};

export function mailText(language: DashboardLanguage, kind: MailKind, facts: MailFacts): MailText {
  return TEXTS[language][kind](facts);
}
