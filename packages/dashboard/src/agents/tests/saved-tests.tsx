import { Button, Group, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import {
  deleteSavedTest,
  listSavedTests,
  runSavedTests,
  type SavedTest,
} from '@replywright/contract/dashboard/agent-tests.ts'
import { IconPlayerPlay, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { ActionButton } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormError } from '../../ui/form-parts.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ProofView } from '../prove/proof-view.tsx'
import { useProofs } from '../prove/use-proofs.ts'

interface SavedTestsProps {
  readonly agent: Agent
  readonly draft: Agent | undefined
  /** Whether the editor has changes that are not saved. */
  readonly isUnsaved: boolean
}

/** The tests that are saved with an agent, what runs them, and the result of the last run. */
export function SavedTests({ agent: { id }, draft, isUnsaved }: SavedTestsProps) {
  const query = useQuery(read(listSavedTests, { params: { id } }))
  const proofs = useProofs(id)
  const [closed, setClosed] = useState<string>()
  const running = useAction(runSavedTests, { done: 'Tests started' })
  const last = proofs.data?.results.find(({ kind }) => kind === 'tests')
  const shown = running.data?.id ?? last?.id
  const run = (isDraft: boolean) => running.mutate({ params: { id }, body: { draft: isDraft } })
  return (
    <Loaded query={query}>
      {(tests) =>
        tests.length === 0 ? (
          <EmptyState icon={IconTestPipe} title="No saved tests">
            Chat with the agent on the phone and choose “Save as test”, or keep a conversation of a proof. Then run all
            tests here before you publish.
          </EmptyState>
        ) : (
          <>
            <Panel
              title={`Saved tests (${tests.length})`}
              actions={
                <Allowed endpoint={runSavedTests}>
                  <Group gap="xs">
                    {draft && (
                      <Button size="xs" variant="default" disabled={running.isPending} onClick={() => run(false)}>
                        Run on the published agent
                      </Button>
                    )}
                    <Button
                      size="xs"
                      leftSection={<IconPlayerPlay size={14} aria-hidden />}
                      loading={running.isPending}
                      onClick={() => run(draft !== undefined)}
                    >
                      {draft ? 'Run tests on the draft' : 'Run tests'}
                    </Button>
                  </Group>
                </Allowed>
              }
            >
              <Text c="dimmed" mb="xs">
                Nothing is sent, and tools get the results of the test. Models cost as usual.
                {isUnsaved && ' Unsaved changes are not tested.'}
              </Text>
              <FormError error={running.error} />
              {tests.map((saved) => (
                <Row key={saved.id} agentId={id} saved={saved} />
              ))}
            </Panel>
            {shown !== undefined && shown !== closed && (
              <ProofView key={shown} agentId={id} proofId={shown} title="Last run" onClose={() => setClosed(shown)} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function Row({ agentId, saved: { id, test } }: { readonly agentId: string; readonly saved: SavedTest }) {
  const count = 'turns' in test ? test.turns.length : test.customer.turns
  return (
    <Group justify="space-between" gap="xs" py={6}>
      <div>
        <bdi>{test.name}</bdi>{' '}
        <Text span c="dimmed">
          {'turns' in test
            ? `${count} ${count === 1 ? 'message' : 'messages'}`
            : `a simulated customer, up to ${count} messages`}
        </Text>
      </div>
      <ActionButton
        button={{ label: 'Delete', 'aria-label': `Delete ${test.name}`, size: 'compact-xs' }}
        endpoint={deleteSavedTest}
        input={{ params: { id: agentId, testId: id } }}
        title={`Delete ${test.name}?`}
        confirm="Delete test"
        danger
        done="Test deleted"
      >
        The test no longer runs. Results of earlier runs stay.
      </ActionButton>
    </Group>
  )
}
