import { readFile } from 'node:fs/promises';
import { BMFF } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ActionAssertion, IngredientAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest';

// The library's reader accepts images by default. The boxes of films are the same.
(Reflect.get(BMFF, 'canReadBrands') as Set<string>).add('isom');

/** Reads and validates the content credentials of a film; `null` if it has none. */
export async function readCredentials(path: string) {
  const asset = new BMFF(await readFile(path));
  const bytes = asset.getManifestJUMBF();
  if (!bytes) return null;
  const store = ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(bytes)));
  const { isValid, statusEntries } = await store.validate(asset);
  const { claim, assertions } = store.getActiveManifest()!;
  const all = assertions!.assertions;
  return {
    isValid,
    codes: statusEntries.map(({ code }) => String(code)),
    title: claim!.title,
    generator: [claim!.claimGeneratorName, claim!.claimGeneratorVersion],
    ingredients: all
      .filter((each) => each instanceof IngredientAssertion)
      .map(({ title, format, description, informationalURI, relationship }) => ({
        title,
        format,
        description,
        url: informationalURI,
        relationship: String(relationship),
      })),
    actions: all
      .filter((each) => each instanceof ActionAssertion)
      .flatMap(({ actions }) => actions)
      .map(({ action, digitalSourceType }) => [String(action), digitalSourceType?.split('/').at(-1)]),
  };
}
