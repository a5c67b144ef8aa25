import { randomUUID } from 'node:crypto';
import type { DigitalSourceType } from '@trustnxt/c2pa-ts/manifest';
import product from '../../package.json' with { type: 'json' };
import type { SigningIdentity } from './identity.ts';

/** A work that a film contains. */
export interface Ingredient {
  title: string;
  /** Its media type; absent if unknown. */
  format?: string | undefined;
  /** Its creator and licence. */
  description: string;
  /** The address of its page; absent if it has none. */
  url?: string | undefined;
}

/** What the content credentials of a film state. */
export interface FilmClaim {
  title: string;
  ingredients: Ingredient[];
  /** Whether any narration is spoken by a synthetic voice. */
  isNarrated: boolean;
}

/** The content credentials of a film before its hash is known. */
export interface DraftClaim {
  /** The size when signed, in bytes. */
  size: number;
  /** Adds the film's hash (SHA-256) and signs everything. */
  sign(hash: Uint8Array): Promise<Uint8Array>;
}

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';

/**
 * Prepares the content credentials of a film. The library is loaded here, by films that are signed alone.
 */
export async function draftClaim(
  { title, ingredients, isNarrated }: FilmClaim,
  identity: SigningIdentity,
): Promise<DraftClaim> {
  const [c2pa, { X509Certificate }] = await Promise.all([
    import('@trustnxt/c2pa-ts/manifest'),
    import('@peculiar/x509'),
  ]);
  const [certificate, ...chainCertificates] = identity.certificates.map(
    (each) => new X509Certificate(Uint8Array.from(each)),
  );
  const signer = {
    certificate: certificate!,
    chainCertificates,
    algorithm: identity.algorithm,
    sign: async (payload: Uint8Array) => Uint8Array.from(identity.sign(payload)),
  };
  const store = new c2pa.ManifestStore();
  const draft = store.createManifest({
    claimVersion: c2pa.ClaimVersion.V2,
    assetFormat: 'video/mp4',
    instanceID: `xmp:iid:${randomUUID()}`,
    defaultHashAlgorithm: 'SHA-256',
    signer,
  });
  draft.claim!.title = title;
  draft.claim!.claimGeneratorName = 'Cutroom';
  draft.claim!.claimGeneratorVersion = product.version;

  const placed = ingredients.map(({ title, format, description, url }, index) => {
    const ingredient = c2pa.IngredientAssertion.createV3(c2pa.RelationshipType.ComponentOf);
    Object.assign(ingredient, { title, format, description, informationalURI: url });
    if (index > 0) ingredient.labelSuffix = index;
    draft.addAssertion(ingredient);
    return ingredient;
  });
  const actions = new c2pa.ActionAssertion();
  const composite = `${SOURCE_TYPES}/${isNarrated ? 'compositeSynthetic' : 'composite'}`;
  actions.actions = [
    { action: c2pa.ActionType.C2paCreated, digitalSourceType: composite as DigitalSourceType },
    ...placed.map((ingredient) => ({
      action: c2pa.ActionType.C2paPlaced,
      parameters: { ingredients: [draft.createAssertionReference(ingredient)] },
    })),
    ...(isNarrated
      ? [
          {
            action: c2pa.ActionType.C2paDubbed,
            parameters: { description: 'Narration by a synthetic voice' },
          },
        ]
      : []),
  ];
  draft.addAssertion(actions);
  const binding = c2pa.BMFFHashAssertion.createV3('film', 'SHA-256');
  draft.addAssertion(binding);

  return {
    size: store.measureSize(),
    async sign(hash) {
      binding.hash = Uint8Array.from(hash);
      await draft.sign(signer);
      return store.getBytes();
    },
  };
}
