/** The part of the Navigation API that is used here, which TypeScript's DOM library lacks. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}

let departures: string[] = [];

/** Stops the page from leaving its document, and records where it tried to go. Call it once. */
export function recordDepartures(): void {
  const { navigation } = window as unknown as { navigation: EventTarget };
  navigation.addEventListener('navigate', (event) => {
    const { destination, cancelable } = event as NavigateEvent;
    if (destination.sameDocument || !cancelable) return;
    event.preventDefault();
    const { origin, pathname, search } = new URL(destination.url);
    departures.push((origin === window.location.origin ? '' : origin) + pathname + search);
  });
}

/**
 * Returns where the page tried to go so far, oldest first: path and query, preceded by the origin of another
 * site.
 */
export const departuresOf = (): readonly string[] => departures;

/** Clears the record at the end of a test. */
export function takeDepartures(): void {
  departures = [];
}
