import { Redis } from 'ioredis';
import { FAIL_FAST, type QueueConnection, type QueueLog } from './settings';

/** Where gateways are told that a key, or the account behind keys, was changed. */
const channelOf = (prefix: string): string => `${prefix}:keys`;

export interface KeyWatch {
  /** Whether changes are being heard. While they are not, a gateway must ask the database itself. */
  readonly isListening: boolean;
  ready(): Promise<void>;
  close(): void;
}

/** Calls `onChange` for every announced change, and after each gap in the connection, for one may have been missed. */
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

/** Tells every gateway that keys have changed. Resolves false where Redis is away: then gateways ask by themselves, within a second. */
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
