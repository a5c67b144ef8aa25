import type { IncomingHttpHeaders } from 'node:http';
import type { Purchase } from '#core/repositories/purchases.ts';

/** A purchase as it goes to a provider. The same order again must not be charged twice. */
export interface Order {
  purchase: Pick<Purchase, 'id' | 'packSize' | 'amountCents' | 'currency'>;
  user: { email: string | null };
  /** Where the browser comes back to. */
  successUrl: string;
  cancelUrl: string;
}

/** Paid at once, or the browser has to go to `url`. `ref` is the provider's own name for the purchase. */
export type Begun = { status: 'completed'; ref: string } | { status: 'redirect'; url: string; ref: string };

/** What a provider tells later about a purchase; `other` is nothing to act on. */
export type PaymentEvent =
  | { kind: 'other'; eventId: string }
  | {
      /** Money went back, is held back by the buyer's bank, or came back after that. */
      kind: 'paid' | 'failed' | 'refunded' | 'disputed' | 'dispute_won';
      eventId: string;
      /** As the order named it; null when it is none of ours, or the event does not say. */
      purchaseId: string | null;
      /** What the event is about: a checkout, a charge, a dispute. */
      ref: string;
      /** The money that it is about. */
      paymentRef: string | null;
      packSize: number | null;
      /** What was paid, is disputed, or was refunded so far in all. */
      amountCents: number | null;
      currency: string | null;
    };

/** A way to be paid. A new one is one new file and one line in the registry. */
export interface PaymentProvider {
  /** Stored with each purchase, and part of the webhook's address. */
  readonly id: string;
  /** True when nothing is charged. */
  readonly standIn: boolean;
  /** @throws AppError whose message a buyer may read, never with code `unauthorized`. */
  begin(order: Order): Promise<Begun>;
  /** Ends a checkout that nobody is to pay any more; one that is over already is no error. */
  endCheckout?(ref: string): Promise<void>;
  /**
   * Reads a webhook's body, byte for byte as it was sent.
   * @throws AppError `bad_request` when it was not signed by the provider, or not within the last minutes.
   */
  parseEvent?(body: Buffer, headers: IncomingHttpHeaders): PaymentEvent;
}
