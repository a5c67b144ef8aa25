/** The part of the Navigation API that is used here: TypeScript's DOM library lacks it. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}

let departures: string[] = [];

/** Stops the page from leaving its document, and records where it wanted to go. Call it once. */
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

/** Where the page wanted to go so far: path and query, after the origin of another site. Oldest first. */
export const departuresOf = (): readonly string[] => departures;

/** Ends a test. */
export function takeDepartures(): void {
  departures = [];
}
