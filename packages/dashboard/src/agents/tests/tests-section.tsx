import { Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { listTestRuns, type TestRun } from '@replywright/contract/test-runs.ts'
import { IconCircleCheck, IconCircleX, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Bullets } from '../../ui/text.tsx'
import { When } from '../../ui/when.tsx'

/** The last runs of an agent's tests. */
export function TestsSection({ agent: { id } }: { readonly agent: Agent }) {
  const query = useQuery(read(listTestRuns, { params: { id } }))
  return (
    <Loaded query={query}>
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState icon={IconTestPipe} title="No test has run">
            Chat with the agent on the phone, choose “Save as test”, and run the file with <code>agents test</code> of
            the command line. Its results appear here.
          </EmptyState>
        ) : (
          results.map((run) => <Run key={run.id} run={run} />)
        )
      }
    </Loaded>
  )
}

function Run({ run: { file, draft, results, createdAt } }: { readonly run: TestRun }) {
  const passed = results.filter((result) => result.passed).length
  return (
    <Panel title={file} actions={<When at={createdAt} />}>
      <Text c="dimmed" mb="xs">
        {`${passed} of ${results.length} tests passed`}
        {draft && ', of the draft'}
      </Text>
      <Bullets>
        {results.map((result) => (
          <li key={result.name}>
            <StatusBadge
              tone={result.passed ? 'good' : 'bad'}
              icon={result.passed ? IconCircleCheck : IconCircleX}
              label={result.passed ? 'Passed' : 'Failed'}
            />{' '}
            {result.name}{' '}
            <Text span c="dimmed">
              {`${result.passedRuns} of ${result.runs} runs, ${result.tokens.toLocaleString('en')} tokens`}
            </Text>
            {result.reasons.map((reason) => (
              <Text key={reason} style={{ whiteSpace: 'pre-wrap' }}>
                {reason}
              </Text>
            ))}
          </li>
        ))}
      </Bullets>
    </Panel>
  )
}
