import { create } from 'zustand';
import { TOAST_MS, TOAST_REMOVE_MS } from '../config/constants.ts';

export interface ToastInput {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
  /** The error, for its ID. */
  error?: unknown;
  duration?: number;
  action?: { label: string; onClick: () => void };
}

export interface ToastItem extends ToastInput {
  id: number;
  open: boolean;
}

/** Shows one toast at a time (product.md 9.24): the newest replaces the current one. */
export const useToasts = create<{ current: ToastItem | null }>(() => ({ current: null }));

let resolveReady: () => void;
/** Resolves once toasts can be seen, since their code loads after the first paint. */
export const toastsReady = new Promise<void>((resolve) => {
  resolveReady = resolve;
});
export function toastsAreShown(): void {
  resolveReady();
}

/** Marks the elements that contain toasts. */
export const TOAST_MARK = { 'data-toasts': '' };

/** Whether an event happened in a toast, which is above the page and outside its other parts. */
export const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toasts]') !== null;

let nextId = 1;
let removal: ReturnType<typeof setTimeout> | undefined;

export function toast(input: ToastInput): number {
  const id = nextId++;
  clearTimeout(removal);
  useToasts.setState({ current: { duration: TOAST_MS, ...input, id, open: true } });
  return id;
}

/** Dismisses any toast, since it is no longer true. */
export function dismissCurrent(): void {
  const { current } = useToasts.getState();
  if (current) dismissToast(current.id);
}

/** Dismisses a toast that offers one of these actions. */
export function dismissOffers(...labels: string[]): void {
  const label = useToasts.getState().current?.action?.label;
  if (label && labels.includes(label)) dismissCurrent();
}

export function dismissToast(id: number): void {
  const { current } = useToasts.getState();
  if (current?.id !== id) return;
  useToasts.setState({ current: { ...current, open: false } });
  removal = setTimeout(() => useToasts.setState({ current: null }), TOAST_REMOVE_MS);
}
