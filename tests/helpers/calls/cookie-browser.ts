/** The features of a browser that sign-in needs: cookies, and redirects that the test follows. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();
  private readonly origin: string;
  private readonly publicUrl: string;

  /** `publicUrl` is the origin in links and redirects, `origin` the one that is actually requested. */
  constructor(origin: string, publicUrl = origin) {
    this.origin = origin;
    this.publicUrl = publicUrl;
  }

  async go(path: string, form?: Record<string, string>) {
    const response = await fetch(new URL(path.replace(this.publicUrl, ''), this.origin), {
      method: form ? 'POST' : 'GET',
      body: form ? new URLSearchParams(form) : undefined,
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, text: await response.text(), headers: response.headers };
  }

  /** Follows redirects until one leads to a URL with this prefix, which is not followed. */
  async goOn(until: string, path: string, form?: Record<string, string>): Promise<URL> {
    let { location } = await this.go(path, form);
    while (location !== '' && !location.startsWith(until)) ({ location } = await this.go(location));
    return new URL(location);
  }
}
