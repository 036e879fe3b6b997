import type { TextsOf } from '../../state/language';

const en = {
  signIn: 'Sign in',
  signUp: 'Open an account',
  email: 'E-mail address',
  password: 'Password',
  passwordHint: 'At least 12 characters: a sentence is best.',
  passwordOptional: 'Password (optional)',
  passwordWhy: 'Without one you sign in by a link or, later, by a passkey.',
  passwordWhyNoMail: 'This service sends no mail: without a password you can sign in again only with a passkey.',
  sendLink: 'Send me a sign-in link',
  withPasskey: 'Use a passkey',
  withPassword: 'Sign in with the password',
  noMail: 'This service sends no mail: use a passkey or a password.',
  linkSent: (email: string, minutes: number) =>
    `If ${email} has an account, a link is on its way. It works once, for ${minutes} minutes.`,
  confirmSent: (email: string, minutes: number) =>
    `Open the link that we sent to ${email}. It works once, for ${minutes} minutes.`,
  noAccount: 'No account yet?',
  haveAccount: 'You have an account already?',
  shopName: 'Name of the shop',
  yourName: 'Your name',
  opening: 'Signing you in …',
  invited: 'You are invited',
  invitedWhy:
    'You are invited to the account of a shop. If you are new here, enter your name and choose a password. If you have signed in before, leave both fields empty.',
  join: 'Join',
  linkMissing: 'The link is not complete. Copy it whole, or ask for another one.',
  passkeyStopped: 'The passkey was not used.',
};
export type SignInTexts = typeof en;

const de: SignInTexts = {
  signIn: 'Anmelden',
  signUp: 'Konto eröffnen',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHint: 'Mindestens 12 Zeichen, am besten ein Satz.',
  passwordOptional: 'Passwort (freiwillig)',
  passwordWhy: 'Ohne Passwort melden Sie sich per Link oder später mit einem Passkey an.',
  passwordWhyNoMail:
    'Dieser Dienst verschickt keine E-Mails: Ohne Passwort können Sie sich nur mit einem Passkey wieder anmelden.',
  sendLink: 'Anmeldelink senden',
  withPasskey: 'Passkey verwenden',
  withPassword: 'Mit dem Passwort anmelden',
  noMail: 'Dieser Dienst verschickt keine E-Mails: Verwenden Sie einen Passkey oder ein Passwort.',
  linkSent: (email, minutes) =>
    `Falls es zu ${email} ein Konto gibt, ist ein Link unterwegs. Er gilt einmal und ${minutes} Minuten lang.`,
  confirmSent: (email, minutes) =>
    `Öffnen Sie den Link, den wir an ${email} geschickt haben. Er gilt einmal und ${minutes} Minuten lang.`,
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Sie haben schon ein Konto?',
  shopName: 'Name des Shops',
  yourName: 'Ihr Name',
  opening: 'Sie werden angemeldet …',
  invited: 'Sie sind eingeladen',
  invitedWhy:
    'Sie sind in das Konto eines Shops eingeladen. Wenn Sie hier neu sind, geben Sie Ihren Namen ein und wählen Sie ein Passwort. Waren Sie schon einmal angemeldet, lassen Sie beide Felder leer.',
  join: 'Beitreten',
  linkMissing: 'Der Link ist unvollständig. Kopieren Sie ihn ganz oder fordern Sie einen neuen an.',
  passkeyStopped: 'Der Passkey wurde nicht verwendet.',
};

const fr: SignInTexts = {
  signIn: 'Se connecter',
  signUp: 'Créer un compte',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  passwordHint: 'Au moins 12 caractères ; une phrase convient bien.',
  passwordOptional: 'Mot de passe (facultatif)',
  passwordWhy: 'Sans mot de passe, vous vous connectez par un lien ou, plus tard, avec une clé d’accès.',
  passwordWhyNoMail:
    'Ce service n’envoie pas d’e-mails : sans mot de passe, vous ne pourrez vous reconnecter qu’avec une clé d’accès.',
  sendLink: 'Recevoir un lien de connexion',
  withPasskey: 'Utiliser une clé d’accès',
  withPassword: 'Se connecter avec le mot de passe',
  noMail: 'Ce service n’envoie pas d’e-mails : utilisez une clé d’accès ou un mot de passe.',
  linkSent: (email, minutes) =>
    `Si un compte existe pour ${email}, un lien est en route. Il fonctionne une seule fois, pendant ${minutes} minutes.`,
  confirmSent: (email, minutes) =>
    `Ouvrez le lien envoyé à ${email}. Il fonctionne une seule fois, pendant ${minutes} minutes.`,
  noAccount: 'Pas encore de compte ?',
  haveAccount: 'Vous avez déjà un compte ?',
  shopName: 'Nom de la boutique',
  yourName: 'Votre nom',
  opening: 'Connexion en cours…',
  invited: 'Vous êtes invité',
  invitedWhy:
    'Vous êtes invité dans le compte d’une boutique. Si vous êtes nouveau ici, indiquez votre nom et choisissez un mot de passe. Si vous vous êtes déjà connecté, laissez les deux champs vides.',
  join: 'Rejoindre',
  linkMissing: 'Le lien est incomplet. Copiez-le en entier ou demandez-en un autre.',
  passkeyStopped: 'La clé d’accès n’a pas été utilisée.',
};

export const SIGN_IN: TextsOf<SignInTexts> = { en, de, fr };
