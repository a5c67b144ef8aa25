import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterAll } from 'vitest';

export const SECRET_KEY = 'sk_test_for_tests_alone';
export const WEBHOOK_SECRET = 'whsec_for_tests_alone';

/** A Checkout session, as requested and returned. */
export interface FakeSession {
  id: string;
  object: 'checkout.session';
  url: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  amount_total: number;
  currency: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  success_url: string;
  cancel_url: string;
}

type Fault = { status: number; error: Record<string, string> } | 'silence' | 'no JSON' | 'hang up';

export interface StripeServer {
  url: string;
  /** The environment variables of an installation that is paid through this server. */
  env: Record<string, string>;
  requests: { path: string; headers: IncomingHttpHeaders; form: URLSearchParams }[];
  sessions: FakeSession[];
  /** Replaces the responses about sessions; `null` ends that. */
  fault: Fault | null;
}

/**
 * A server that implements as much of Stripe's protocol as Checkout needs: form bodies, bearer keys, errors
 * in Stripe's format, the same response to the same Idempotency-Key, and a payment page. It is closed after
 * the test file.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const answers = new Map<string, { form: string; session: FakeSession }>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: StripeServer = {
    url,
    env: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: url },
    requests: [],
    sessions: [],
    fault: null,
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    if (request.method === 'GET' && path.startsWith('/pay/')) return payPage(path, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const form = new URLSearchParams(body);
    fake.requests.push({ path, headers: request.headers, form });
    const { fault } = fake;
    if (fault === 'silence') return;
    if (fault === 'hang up') return void request.socket.destroy();
    if (fault === 'no JSON') return void response.writeHead(502).end('<h1>Bad gateway</h1>');
    if (fault) return json(response, fault.status, { error: fault.error });
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return json(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } });
    }
    const ended = fake.sessions.find(({ id }) => path === `/v1/checkout/sessions/${id}/expire`);
    if (ended) {
      if (ended.status !== 'open') {
        const message = 'Only Checkout Sessions with a status in ["open"] can be expired.';
        return json(response, 400, { error: { type: 'invalid_request_error', message } });
      }
      ended.status = 'expired';
      return json(response, 200, ended);
    }
    if (request.method !== 'POST' || path !== '/v1/checkout/sessions') {
      return json(response, 404, { error: { type: 'invalid_request_error', message: 'Unrecognized URL' } });
    }
    const key = String(request.headers['idempotency-key']);
    const existing = answers.get(key);
    if (existing && existing.form !== body) {
      return json(response, 400, { error: { type: 'idempotency_error', message: 'Other parameters.' } });
    }
    const session = existing?.session ?? open(form);
    answers.set(key, { form: body, session });
    json(response, 200, session);
  }

  function open(form: URLSearchParams): FakeSession {
    const id = `cs_test_${randomUUID()}`;
    const metadata = [...form].flatMap(([name, value]) => {
      const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return field ? [[field, value] as const] : [];
    });
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      url: `${url}/pay/${id}`,
      client_reference_id: form.get('client_reference_id')!,
      metadata: Object.fromEntries(metadata),
      amount_total:
        Number(form.get('line_items[0][price_data][unit_amount]')) *
        Number(form.get('line_items[0][quantity]')),
      currency: form.get('line_items[0][price_data][currency]')!,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      success_url: form.get('success_url')!,
      cancel_url: form.get('cancel_url')!,
    };
    fake.sessions.push(session);
    return session;
  }

  function payPage(path: string, response: ServerResponse): void {
    const session = fake.sessions.find((candidate) => path === `/pay/${candidate.id}`)!;
    response.setHeader('content-type', 'text/html');
    response.end(`<a href="${session.success_url}">Pay</a> <a href="${session.cancel_url}">Back</a>`);
  }

  return fake;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' });
  response.end(JSON.stringify(body));
}

/** Returns an event as Stripe sends it, signed at `at` (Unix seconds), by default now. */
export function signedEvent(
  type: string,
  about: object,
  {
    id = `evt_${randomUUID()}`,
    at,
    secret = WEBHOOK_SECRET,
  }: { id?: string; at?: number; secret?: string } = {},
): { payload: string; headers: Record<string, string> } {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object: about } });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(at !== undefined && { timestamp: at }),
  });
  return {
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  };
}

type Options = { id?: string; at?: number; secret?: string };

const paymentOf = (session: FakeSession) => `pi_${session.id}`;

/** Returns the event of a paid session. */
export const paid = (session: FakeSession, options?: Options) =>
  signedEvent(
    'checkout.session.completed',
    { ...session, status: 'complete', payment_status: 'paid', payment_intent: paymentOf(session) },
    options,
  );

/** Returns the event that this total amount of a session was refunded. */
export const refunded = (session: FakeSession, cents: number, change: object = {}, options?: Options) =>
  signedEvent(
    'charge.refunded',
    {
      id: `ch_${session.id}`,
      object: 'charge',
      payment_intent: paymentOf(session),
      metadata: session.metadata,
      amount: session.amount_total,
      amount_refunded: cents,
      currency: session.currency,
      ...change,
    },
    options,
  );

/** Returns the event that the buyer's bank disputes a session's payment, or how the dispute ended. */
export const disputed = (
  session: FakeSession,
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost',
  options?: Options,
) =>
  signedEvent(
    status === 'won' || status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.created',
    {
      id: `dp_${session.id}`,
      object: 'dispute',
      payment_intent: paymentOf(session),
      metadata: {},
      amount: session.amount_total,
      currency: session.currency,
      status,
    },
    options,
  );
