import { Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { getProof } from '@replywright/contract/proofs.ts'
import { useQueries } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Bullets } from '../../ui/text.tsx'
import { When } from '../../ui/when.tsx'
import { neverCalled } from './proof-test.ts'
import { ProofBadge } from './proof-view.tsx'
import { proofsOfDraft, textsOf } from './proofs-of-draft.ts'
import { TOUCHED_RULE, untouchedSections } from './untouched-sections.ts'
import { useProofs } from './use-proofs.ts'

/** The results of the last proofs of an agent and what they did not test, for the dialog that publishes its draft. */
export function LastProof({ draft: { id, tools, systemPrompt } }: { readonly draft: Agent }) {
  const { data } = useProofs(id)
  const [last] = data?.results ?? []
  const tested = proofsOfDraft(data?.results ?? [])
  const proofs = useQueries({
    queries: tested.map((proof) => ({ ...read(getProof, { params: { id, proofId: proof.id } }) })),
  }).flatMap((query) => query.data ?? [])
  if (!data) return null
  if (!last) return <Text mt="xs">No proof has run: nothing was tested.</Text>
  const conversations = proofs.flatMap((proof) => proof.conversations)
  const isComplete = proofs.length === tested.length
  const never = isComplete ? neverCalled(tools, conversations) : []
  const untouched = isComplete ? untouchedSections(systemPrompt, conversations.map(textsOf)) : []
  return (
    <Text mt="xs" component="div">
      Last proof: <ProofBadge proof={last} /> <When at={last.createdAt} /> {last.problem ?? last.whatChanged}
      {!last.draft && ' It was of the published agent, not of the draft.'}
      {(never.length > 0 || untouched.length > 0) && (
        <>
          <Text fw={600} mt="xs">
            {`Never tested by ${tested.length === 1 ? 'the last proof' : `the last ${tested.length} proofs`} of this version:`}
          </Text>
          <Bullets>
            {never.length > 0 && <li>{`Tools: ${never.join(', ')}`}</li>}
            {untouched.length > 0 && <li>{`Sections of the instructions: ${untouched.join(' · ')}`}</li>}
          </Bullets>
          {untouched.length > 0 && (
            <Text size="sm" c="dimmed">
              {TOUCHED_RULE}
            </Text>
          )}
        </>
      )}
    </Text>
  )
}
