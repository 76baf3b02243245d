import { type MonthBill, storedMonthBill } from './month-bill.ts'
import { MonthBillEntity } from './month-bill-entity.ts'

/** Returns the bills of an organisation's numbers in a month (`YYYY-MM`, UTC): half a read unit for about ten. */
export async function listBills(
  organizationId: string,
  month: string,
): Promise<{ readonly phoneNumberId: string; readonly bill: MonthBill }[]> {
  const { data } = await MonthBillEntity.query.byMonth({ organizationId, month }).go({ pages: 'all' })
  return data.map(({ phoneNumberId, bill, format }) => ({ phoneNumberId, bill: storedMonthBill.parse(bill, format) }))
}
