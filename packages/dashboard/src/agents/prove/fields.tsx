import { Textarea } from '@mantine/core'
import type { ProofBody } from './proof-test.ts'

interface AreaProps {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field for several lines of text. */
export function Area({ onChange, ...props }: AreaProps) {
  return <Textarea autosize {...props} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
}

/** How a panel starts proofs. */
export interface Starting {
  readonly isStarting: boolean
  readonly onStart: (body: ProofBody) => void
  /** Proves the draft and the published agent with the same input; absent without a draft. */
  readonly onCompare: ((body: ProofBody) => void) | undefined
}
