import { Redis } from 'ioredis';
import { FAIL_FAST, wakeChannel, type QueueConnection, type QueueLog } from './settings';

export interface Notifier {
  /** Wakes the gateway that accepted the try-on. Never throws: a lost wake-up only costs the gateway its wait. */
  wake(gatewayId: string, tryOnId: string): Promise<void>;
  close(): void;
}

export function createNotifier({ redisUrl, prefix, log }: QueueConnection & { readonly log?: QueueLog }): Notifier {
  const publisher = new Redis(redisUrl, FAIL_FAST);
  publisher.on('error', (err) => log?.warn({ err }, 'the notifier lost its connection'));
  return {
    async wake(gatewayId, tryOnId) {
      try {
        await publisher.publish(wakeChannel(prefix, gatewayId), tryOnId);
      } catch (err) {
        log?.warn({ err, tryOnId }, 'a gateway could not be woken');
      }
    },
    close: () => publisher.disconnect(),
  };
}
