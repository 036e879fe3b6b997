import type { TextsOf } from '../../state/language';

const en = {
  intro:
    'Every request, also those that the dashboard makes to show its pages. Usage has those that count towards your limit.',
  filters: 'Filters',
  httpStatus: 'HTTP status',
  statusForm: 'A number such as 200 or 404.',
  route: 'Route',
  unmatched: 'No such path',
  findById: 'Find a request by its ID',
  one: 'One request',
  time: 'Time',
  error: 'Error',
  key: 'Key',
  total: 'Total',
  tryOn: 'Try-on',
  id: 'Request ID',
  ids: 'Request / try-on',
  dashboard: 'Dashboard',
  hungUp: 'Hung up',
  auth: 'Authentication',
  queue: 'In the queue',
  render: 'Render',
  store: 'Store',
};
export type RequestsTexts = typeof en;

const de: RequestsTexts = {
  intro:
    'Alle Anfragen, auch jene, mit denen das Dashboard seine Seiten anzeigt. Unter „Nutzung“ stehen die, die auf Ihre Grenze angerechnet werden.',
  filters: 'Filter',
  httpStatus: 'HTTP-Status',
  statusForm: 'Eine Zahl wie 200 oder 404.',
  route: 'Pfad',
  unmatched: 'Unbekannter Pfad',
  findById: 'Anfrage nach ihrer ID suchen',
  one: 'Eine Anfrage',
  time: 'Zeit',
  error: 'Fehler',
  key: 'Schlüssel',
  total: 'Insgesamt',
  tryOn: 'Anprobe',
  id: 'ID der Anfrage',
  ids: 'Anfrage / Anprobe',
  dashboard: 'Dashboard',
  hungUp: 'Verbindung getrennt',
  auth: 'Anmeldung',
  queue: 'In der Warteschlange',
  render: 'Rendern',
  store: 'Speicher',
};

const fr: RequestsTexts = {
  intro:
    'Toutes les requêtes, y compris celles que le tableau de bord fait pour afficher ses pages. « Utilisation » compte celles qui sont imputées à votre limite.',
  filters: 'Filtres',
  httpStatus: 'Statut HTTP',
  statusForm: 'Un nombre tel que 200 ou 404.',
  route: 'Chemin',
  unmatched: 'Chemin inconnu',
  findById: 'Trouver une requête par son identifiant',
  one: 'Une requête',
  time: 'Heure',
  error: 'Erreur',
  key: 'Clé',
  total: 'Total',
  tryOn: 'Essayage',
  id: 'Identifiant de la requête',
  ids: 'Requête / essayage',
  dashboard: 'Tableau de bord',
  hungUp: 'Connexion coupée',
  auth: 'Authentification',
  queue: 'En file d’attente',
  render: 'Rendu',
  store: 'Stockage',
};

export const REQUESTS: TextsOf<RequestsTexts> = { en, de, fr };
