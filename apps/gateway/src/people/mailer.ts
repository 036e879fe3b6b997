import type { Logger } from '@drape/runtime';
import { createTransport } from 'nodemailer';
import type { MailText } from './mail-texts';

export interface Mailer {
  /** false: mails cannot be sent. */
  readonly isOn: boolean;
  /** Returns before the mail server has answered: the time it takes would reveal who has an account. */
  send(to: string, text: MailText): void;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://…`, `smtps://…`, or `log`, which writes mails into the service's log, for development. undefined: no mails. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

const TIMEOUT_MS = 15_000;

export function createMailer({ smtpUrl, from, log }: MailerOptions): Mailer {
  if (smtpUrl === undefined) {
    return {
      isOn: false,
      send: () => undefined,
      close: () => undefined,
    };
  }
  if (smtpUrl === 'log') {
    return {
      isOn: true,
      send: (to, { subject, body }) => log.warn({ to, subject }, `mail to ${to}:\n${body}`),
      close: () => undefined,
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    isOn: true,
    send(to, { subject, body }) {
      transport
        .sendMail({ from, to, subject, text: body })
        .catch((err: unknown) => log.error({ err }, 'a mail could not be sent'));
    },
    close: () => transport.close(),
  };
}
