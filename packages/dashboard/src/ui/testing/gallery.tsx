import '../mantine.css'
import '../theme.css'
import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Chart } from '../chart.tsx'
import { JsonView } from '../json-view.tsx'
import { PhoneNumber } from '../phone-number.tsx'
import { useShortcut } from '../shortcut.ts'
import { ShortcutHelp } from '../shortcut-help.tsx'
import { theme } from '../theme.ts'

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
      <p>
        <bdi>سارة</bdi> <PhoneNumber number="+4915100000001" />
      </p>
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <Gallery />
    </MantineProvider>,
  )
