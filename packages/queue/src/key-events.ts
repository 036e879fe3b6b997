import { Redis } from 'ioredis';
import { FAIL_FAST, type QueueConnection, type QueueLog } from './settings';

/** Channel on which changes of keys, or of their accounts, are announced to gateways. */
const channelOf = (prefix: string): string => `${prefix}:keys`;

export interface KeyWatch {
  /** Whether announcements arrive. While they do not, a gateway must query the database itself. */
  readonly isListening: boolean;
  ready(): Promise<void>;
  close(): void;
}

/** Calls `onChange` for every announced change, and after each gap in the connection, because one may have been missed. */
export function watchKeys({
  redisUrl,
  prefix,
  log,
  onChange,
}: QueueConnection & { readonly log?: QueueLog; readonly onChange: () => void }): KeyWatch {
  let isListening = false;
  const redis = new Redis(redisUrl, {
    ...FAIL_FAST,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    autoResubscribe: false,
  });
  redis.on('error', (err) => log?.warn({ err }, 'the watch of keys lost its connection'));
  redis.on('close', () => (isListening = false));
  redis.on('message', onChange);
  let settle: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (settle = resolve));
  redis.on('ready', () => {
    redis.subscribe(channelOf(prefix)).then(
      () => {
        isListening = true;
        onChange();
        settle();
      },
      (err: unknown) => log?.warn({ err }, 'the watch of keys could not subscribe'),
    );
  });
  return {
    get isListening() {
      return isListening;
    },
    ready: () => first,
    close: () => redis.disconnect(),
  };
}

/**
 * Announces to every gateway that keys have changed. Resolves to false where Redis is away: then gateways query the database themselves,
 * within a second.
 */
export async function announceKeyChange({ redisUrl, prefix }: QueueConnection): Promise<boolean> {
  const redis = new Redis(redisUrl, { ...FAIL_FAST, enableOfflineQueue: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.publish(channelOf(prefix), 'changed');
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
