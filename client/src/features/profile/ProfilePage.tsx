import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import * as calls from '#contract/calls/index.ts';
import { Page } from '../../components/layout/Page.tsx';
import { Avatar } from '../../components/ui/display/Avatar.tsx';
import { Badge } from '../../components/ui/display/Badge.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { Figures } from '../../components/ui/display/Figures.tsx';
import { UnreadNotice } from '../../components/ui/messages/UnreadNotice.tsx';
import { useCredits } from '../../hooks/use-credits.ts';
import { displayName, initials, useUser } from '../../hooks/use-user.ts';
import { formatBytes, formatDate } from '../../lib/format.ts';
import { reading } from '../../lib/api/queries.ts';

export function ProfilePage(): ReactElement | null {
  const user = useUser();
  // Reloaded at each visit, since projects may have changed.
  const {
    data: stats,
    error,
    refetch,
  } = useQuery({
    ...reading(calls.readStats, {}),
    refetchOnMount: 'always',
  });
  const { data: credits } = useCredits();
  if (!user) return null;
  const figures = [
    { name: 'Total Projects', value: stats?.totalProjects },
    { name: 'Videos Processed', value: stats?.totalVideos },
    { name: 'Video Credits', value: credits?.totalCredits },
  ];
  const account = [
    { name: 'First name', value: user.firstName ?? '–' },
    { name: 'Last name', value: user.lastName ?? '–' },
    { name: 'Email', value: user.email ?? 'No email provided' },
    { name: 'Member since', value: formatDate(user.createdAt) },
    {
      name: 'Storage',
      value: stats ? `${formatBytes(stats.storedBytes)} of ${formatBytes(stats.maxStoredBytes)}` : '–',
    },
  ];
  return (
    <Page title="Profile">
      <section aria-label="You" className="panel flex flex-wrap items-center gap-4 p-5">
        <Avatar text={initials(user)} large />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-lg font-semibold break-words">{displayName(user)}</h2>
          <p className="text-muted break-words">{user.email ?? 'No email provided'}</p>
        </div>
        <Badge tone="ok">Active User</Badge>
      </section>
      {error ? (
        <UnreadNotice error={error} onRetry={() => void refetch()}>
          Your projects could not be counted.
        </UnreadNotice>
      ) : null}
      <Figures figures={figures} />
      <section aria-labelledby="account" className="panel p-5">
        <h2 id="account" className="text-base font-semibold">
          Account info
        </h2>
        <dl className="divide-line mt-2 divide-y">
          {account.map(({ name, value }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-6 py-2.5">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <nav aria-label="Account" className="flex flex-wrap gap-2">
        <Link to="/billing" className={buttonClass({ look: 'primary' })}>
          Manage Credits
        </Link>
        <Link to="/settings" className={buttonClass({})}>
          Account Settings
        </Link>
        <a href="/api/logout" className={buttonClass({ look: 'danger', className: 'sm:ml-auto' })}>
          Sign Out
        </a>
      </nav>
    </Page>
  );
}
