import '../mantine.css'
import '../theme.css'
import { MantineProvider } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Chart } from '../chart.tsx'
import { DataTable } from '../data-table.tsx'
import { EmptyState } from '../empty-state.tsx'
import { JsonView } from '../json-view.tsx'
import { rememberSearch } from '../last-search.ts'
import { Page } from '../page.tsx'
import { ShortcutHelp, useShortcut } from '../shortcut.tsx'
import { PhoneNumber } from '../text.tsx'
import { theme } from '../theme.ts'
import { When } from '../when.tsx'

const HOUR = 3_600_000
const START = new Date(2026, 10, 21, 12).getTime()
const TIMES = Array.from({ length: 24 }, (_, index) => START + index * HOUR)
const PAYLOAD = `{
  "id": 12345678901234567890,
  "event": "message.received",
  "contact": { "phoneNumber": "+4915100000001", "name": "سارة" },
  "messages": [{ "text": "Where is my order?", "read": false, "reply": null }]
}`

/** The shared components with fixed data, for tests in a browser. */
function Gallery() {
  const [moves, setMoves] = useState(0)
  useShortcut('j', () => setMoves((count) => count + 1), 'Next conversation')
  return (
    <main style={{ maxWidth: '60rem', padding: '1rem', display: 'grid', gap: '1.5rem' }}>
      <h1>Gallery</h1>
      <ShortcutHelp />
      <p>
        Moves: {moves} <input aria-label="Field" />
      </p>
      <Chart
        kind="bars"
        label="Deliveries"
        unit="count"
        times={TIMES}
        series={[
          { label: 'Failed', color: 'bad', values: TIMES.map((_, index) => (index % 7 === 3 ? 4 : 0)) },
          { label: 'Delivered', color: 'good', values: TIMES.map((_, index) => 30 + ((index * 37) % 90)) },
        ]}
      />
      <Chart
        kind="lines"
        label="Latency"
        unit="ms"
        times={TIMES}
        series={[
          {
            label: 'p50',
            color: 'accent',
            values: TIMES.map((_, index) => (index > 8 && index < 11 ? null : 120 + ((index * 53) % 90))),
          },
          {
            label: 'p95',
            color: 'waiting',
            values: TIMES.map((_, index) => (index > 8 && index < 11 ? null : 420 + ((index * 97) % 300))),
          },
        ]}
      />
      <JsonView text={PAYLOAD} label="request body" />
      <JsonView text={JSON.stringify({ many: Array.from({ length: 300 }, (_, id) => id) })} label="long list" />
      <EmptyState icon={IconWebhook} title="Add an endpoint">
        An endpoint receives events.
      </EmptyState>
      <p>
        <bdi>سارة</bdi> <PhoneNumber number="+4915100000001" />
      </p>
    </main>
  )
}

const AT = '2026-11-21T12:00:00.000Z'

function List() {
  return (
    <Page title="Deliveries">
      <Link to="/deliveries" search={{ status: 'failed' }}>
        Failed only
      </Link>
      <DataTable
        label="Deliveries"
        rows={['one', 'two']}
        rowKey={(id) => id}
        columns={[
          {
            title: 'Delivery',
            render: (id) => (
              <Link to="/deliveries/$id" params={{ id }} className="row-link">
                {id}
              </Link>
            ),
          },
          { title: 'Created', render: () => <When at={AT} /> },
        ]}
      />
    </Page>
  )
}

function Details() {
  return (
    <Page title="One delivery" crumbs={[{ label: 'Deliveries', link: { to: '/deliveries' } }]}>
      <When at={AT} />
    </Page>
  )
}

const rootRoute = createRootRoute()
const route = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => rootRoute, path, component })
const router = createRouter({
  routeTree: rootRoute.addChildren([
    route('/', Gallery),
    route('/deliveries', List),
    route('/deliveries/$id', Details),
  ]),
})

router.subscribe('onResolved', ({ toLocation }) => rememberSearch(toLocation.pathname, toLocation.search))

/** The gallery has no API. */
const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
