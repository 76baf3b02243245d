export { itemBytes } from './item-size.ts'
export { type Amounts, type Ledger, NOTHING, type Usage } from './ledger.ts'
