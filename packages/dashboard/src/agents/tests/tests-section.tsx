import { Stack, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { listTestRuns, type TestRun } from '@replywright/contract/test-runs.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Loaded, Panel } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Bullets } from '../../ui/text.tsx'
import { When } from '../../ui/when.tsx'
import { SavedTests } from './saved-tests.tsx'

interface TestsProps {
  readonly agent: Agent
  readonly draft: Agent | undefined
  /** Whether the editor has changes that are not saved. */
  readonly isUnsaved: boolean
}

/** The saved tests of an agent, and the last runs of the command line. */
export function TestsSection({ agent, draft, isUnsaved }: TestsProps) {
  const query = useQuery(read(listTestRuns, { params: { id: agent.id } }))
  return (
    <Stack>
      <SavedTests agent={agent} draft={draft} isUnsaved={isUnsaved} />
      <Loaded query={query}>{({ results }) => results.map((run) => <Run key={run.id} run={run} />)}</Loaded>
    </Stack>
  )
}

function Run({ run: { file, draft, results, createdAt } }: { readonly run: TestRun }) {
  const passed = results.filter((result) => result.passed).length
  return (
    <Panel title={file} actions={<When at={createdAt} />}>
      <Text c="dimmed" mb="xs">
        {`${passed} of ${results.length} tests passed`}
        {draft && ', of the draft'}, by the command line
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
