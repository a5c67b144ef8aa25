/** Imports run one way: contract <- text <- film <- core <- {server, worker}; the client uses contract, text and film. */
const layer = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });
module.exports = {
  forbidden: [
    layer('no-circular', {}, { circular: true }, 'A cycle has no first room to read.'),
    {
      ...layer(
        'no-circular-folders',
        {},
        { circular: true },
        'Folders are layers too: what needs what has one direction.',
      ),
      scope: 'folder',
    },
    layer(
      'no-unresolvable',
      {},
      { couldNotResolve: true },
      'An import that cannot be resolved checks nothing.',
    ),
    layer(
      'contract-imports-zod-alone',
      { path: '^shared/contract' },
      { pathNot: ['^shared/contract', '^node_modules/zod/'] },
      'The contract is browser-safe.',
    ),
    layer(
      'contract-schemas-lowest',
      { path: '^shared/contract/[^/]+$' },
      { path: '^shared/contract/[^/]+/' },
      'Jobs and calls are made of the schemas beside them.',
    ),
    layer(
      'contract-jobs-and-calls-apart',
      { path: '^shared/contract/(jobs|calls)/' },
      { path: '^shared/contract/(jobs|calls)/', pathNot: '^shared/contract/$1/' },
      'A schema that both need is beside their folders.',
    ),
    layer(
      'text-on-contract',
      { path: '^shared/text/' },
      { pathNot: '^shared/(contract|text)/' },
      'Functions over texts are pure and browser-safe.',
    ),
    layer(
      'film-on-text',
      { path: '^shared/film/' },
      { pathNot: '^shared/(contract|text|film)/' },
      'Functions over films are pure and browser-safe.',
    ),
    layer(
      'node-below-server-and-worker',
      { path: '^shared/core' },
      { path: '^(server|worker|client|ops|standins|sample-library|tests|bench)/' },
      'shared/core knows nothing above it.',
    ),
    layer(
      'server-apart',
      { path: '^server' },
      { path: '^(worker|client|ops|standins|sample-library|tests|bench)/' },
      'Server and worker never import each other.',
    ),
    layer(
      'worker-apart',
      { path: '^worker' },
      { path: '^(server|client|ops|standins|sample-library|tests|bench)/' },
      'Server and worker never import each other.',
    ),
    layer(
      'client-on-pure-code',
      { path: '^client' },
      { path: '^(shared/core|server|worker|ops|standins|sample-library|tests|bench)/' },
      'The client uses contract, text and film alone.',
    ),
    layer(
      'ops-on-node',
      { path: '^ops' },
      { path: '^(server|worker|client|standins|sample-library|tests|bench)/' },
      'The operator works on rows, queues and files, not through the API.',
    ),
    layer(
      'standins-apart',
      { path: '^standins' },
      { path: '^(server|worker|client|ops|shared/(core|film|text))/' },
      'A stand-in is an outside service: it shares no code with the product.',
    ),
    layer(
      'sample-library-apart',
      { path: '^sample-library' },
      { path: '^(server|worker|client|ops|shared|standins|tests|bench)/' },
      'The sample library is a program of its own: Node and ffmpeg alone.',
    ),
    layer(
      'features-apart',
      { path: '^client/src/features/([^/]+)/' },
      { path: '^client/src/features/([^/]+)/', pathNot: '^client/src/features/$1/' },
      'Features never import features.',
    ),
    layer(
      'client-one-way',
      { path: '^client/src/(components|lib|hooks|config)/' },
      { path: '^client/src/(features|app)/' },
      'app -> features -> components, lib, hooks, config.',
    ),
    layer(
      'features-below-app',
      { path: '^client/src/features/' },
      { path: '^client/src/app/' },
      'app -> features.',
    ),
    layer(
      'editor-rooms-apart',
      { path: '^client/src/features/edit/([^/]+)/' },
      {
        path: '^client/src/features/edit/',
        pathNot: '^client/src/features/edit/(section|store|context|parts|$1)/',
      },
      'The rooms of the editor stand side by side on section, store, context and parts; the screen joins them.',
    ),
    layer(
      'editor-section-lowest',
      { path: '^client/src/features/edit/section/' },
      { path: '^client/src/features/edit/', pathNot: '^client/src/features/edit/section/' },
      'section <- store <- context <- parts <- rooms <- screen.',
    ),
    layer(
      'editor-store-below-context',
      { path: '^client/src/features/edit/store/' },
      { path: '^client/src/features/edit/', pathNot: '^client/src/features/edit/(section|store)/' },
      'section <- store <- context <- parts <- rooms <- screen.',
    ),
    layer(
      'editor-context-below-parts',
      { path: '^client/src/features/edit/context/' },
      { path: '^client/src/features/edit/parts/' },
      'section <- store <- context <- parts <- rooms <- screen.',
    ),
    layer(
      'editor-list-without-clock',
      { path: '^client/src/features/edit/(list/|Editor)' },
      { path: '^client/src/features/edit/context/playback-context' },
      'A tick of the clock must not draw the list, nor what the list stands in.',
    ),
    layer(
      'no-dev-dependencies-at-run-time',
      { path: '^(server|worker|ops|shared)/', pathNot: ['vite', '-cli'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '@types' },
      'The image holds no dev dependencies.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cutroom)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.woff2', '.svg'],
    },
  },
};
