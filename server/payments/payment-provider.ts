import type { Backend } from '#core/backend.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Purchase } from '#core/repositories/money/purchases.ts';

/** A purchase as sent to a provider. Repeating an order must not charge it twice. */
export interface Order {
  purchase: Pick<Purchase, 'id' | 'packSize' | 'amountCents' | 'currency'>;
  user: { email: string | null };
  /** The URL that the browser returns to. */
  successUrl: string;
  cancelUrl: string;
}

/** Paid immediately, or the browser must open `url`. `ref` is the provider's ID of the purchase. */
export type StartedPayment =
  | { status: 'completed'; ref: string }
  | { status: 'redirect'; url: string; ref: string };

/** A provider's later event about a purchase. `other` requires no action. */
export type PaymentEvent =
  | { kind: 'other'; eventId: string }
  | {
      /** Money was refunded, is held by the buyer's bank, or was returned after that. */
      kind: 'paid' | 'failed' | 'refunded' | 'disputed' | 'dispute_won';
      eventId: string;
      /** As named by the order; `null` if it is not ours, or the event does not name it. */
      purchaseId: string | null;
      /** The subject of the event: a checkout, a charge, a dispute. */
      ref: string;
      /** The payment that it concerns. */
      paymentRef: string | null;
      packSize: number | null;
      /** The amount paid, disputed, or refunded so far in total. */
      amountCents: number | null;
      currency: string | null;
    };

/** The backend with the installation's payment provider; `null` if nothing is sold. */
export interface PayingBackend extends Backend {
  payments: PaymentProvider | null;
}

/** A payment provider. A new one is one new file and one line in the registry. */
export interface PaymentProvider {
  /** Stored with each purchase, and part of the webhook's URL. */
  readonly id: string;
  /** Whether nothing is charged. */
  readonly standIn: boolean;
  /** @throws AppError with a message for the buyer, never with code `unauthorized` */
  begin(order: Order): Promise<StartedPayment>;
  /** Ends a checkout so that it can no longer be paid. A checkout that already ended is not an error. */
  endCheckout?(ref: string): Promise<void>;
  /**
   * Parses a webhook's raw body.
   * @throws AppError `bad_request` if the provider did not sign it, or signed it more than a few minutes ago
   */
  parseEvent?(body: Buffer, headers: IncomingHttpHeaders): PaymentEvent;
}
