import { watchHistory } from '../../../client/src/lib/hold-page.ts';
import { answeringFetch } from './answers.ts';
import { recordDepartures } from './departures.ts';

// Evaluated once per page, unlike the setup of each test file.
window.fetch = answeringFetch;
watchHistory();
recordDepartures();
