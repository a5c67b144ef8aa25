import { expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { checkAll } from '../../helpers/screens/look.ts';
import { lookWholly } from '../../helpers/screens/look-wholly.ts';
import { openScreens } from '../../helpers/screens/open-screens.ts';
import { PLANTED_FINDINGS, plantFaults } from '../../helpers/screens/planted.ts';
import { routeOf, type Screen } from '../../helpers/screens/screen.ts';

const LANES = 2;

const scene = await openScene();
const { user, screens } = await openScreens(scene);

/** Returns the faults of these screens from every check. */
async function faultsOf(chosen: Screen[]): Promise<string[]> {
  const lanes = await Promise.all(Array.from({ length: LANES }, () => scene.visit(user)));
  const open = lanes.map(
    ({ context }) =>
      () =>
        context.newPage(),
  );
  return checkAll(open, chosen, lookWholly);
}

for (const route of new Set(screens.map(routeOf))) {
  it(`has no accessibility and no overflow fault in any state of ${route}`, async () => {
    expect(await faultsOf(screens.filter((screen) => routeOf(screen) === route))).toEqual([]);
  });
}

it('finds planted faults of every kind', async () => {
  const landing = screens.find(({ name }) => name === 'landing: full')!;
  const planted: Screen = {
    ...landing,
    shown: async (page) => {
      await landing.shown(page);
      await plantFaults(page);
    },
  };
  const expected = PLANTED_FINDINGS.map(
    (line) => expect.stringContaining(`landing: full: ${line}`) as string,
  );
  expect(await faultsOf([planted])).toEqual(expected);
});
