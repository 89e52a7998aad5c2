import { expectTypeOf, it } from 'vitest';
import { call } from '@/lib/gateway/site';
import { patch, refresh } from '@/lib/swr/cache';
import type { AnswerOf, MoneyCallName, ReadCallName, RequestOf } from './calls';
import { useCasinoProviderList } from './hooks/casino';
import { useFinanceGetBankAccount } from './hooks/finance';
import { useFinanceSaveBankTransfer } from './hooks/money';
import { useCasinoGamesListPages } from './hooks/pages';
import { useUserForgot, useUserTwoAuthType, useUserTwoAuthTypeSet } from './hooks/user';
import { casinoGamesListKey, type CacheScope } from './keys';
import type { Bonus, Game, Provider } from './types';

// The compiler checks these lines (`npm run lint:types`) and reports wrong lines that compile, because
// their `@ts-expect-error` is then an error. None of the lines runs.
const never: (code: () => unknown) => void = () => undefined;

it('a read takes its call’s request and gives its call’s answer', () => {
  expectTypeOf<ReturnType<typeof useCasinoProviderList>['data']>().toEqualTypeOf<
    Provider[] | undefined
  >();
  expectTypeOf<ReturnType<typeof useCasinoGamesListPages>['items']>().toEqualTypeOf<
    Game[] | undefined
  >();
  never(() => useCasinoProviderList());
  never(() => useFinanceGetBankAccount(null));
  // @ts-expect-error the bank is required
  never(() => useFinanceGetBankAccount());
  // @ts-expect-error no such field
  never(() => useFinanceGetBankAccount({ bankId: 1 }));
  never(() => useFinanceGetBankAccount({ bankID: '7c9e6679-7425-40de' }));
  // @ts-expect-error a number or a text
  never(() => useFinanceGetBankAccount({ bankID: true }));
  // @ts-expect-error the window is filled in
  never(() => useCasinoGamesListPages({ offset: 48 }));
  // @ts-expect-error no such option
  never(() => useCasinoProviderList({}, { who: 'player' }));
});

it('a write takes its call’s request, and its own where the call reads as well', () => {
  type Forgot = ReturnType<typeof useUserForgot>;
  expectTypeOf<Forgot['run']>().parameters.toEqualTypeOf<[data: RequestOf<'user/forgot'>]>();
  never(() => useUserForgot().run({ email: 'a@b.example' }));
  // @ts-expect-error no such field
  never(() => useUserForgot().run({ mail: 'a@b.example' }));
  // @ts-expect-error the address is required
  never(() => useUserForgot().run());
  never(() => useUserTwoAuthType({ mode: 'get' }));
  // @ts-expect-error that writes
  never(() => useUserTwoAuthType({ mode: 'set', type: 1 }));
  never(() => useUserTwoAuthTypeSet().run({ mode: 'set', type: 1 }));
  // @ts-expect-error that reads
  never(() => useUserTwoAuthTypeSet().run({ mode: 'get' }));
});

it('money is never moved without a key', () => {
  expectTypeOf<MoneyCallName>().toEqualTypeOf<
    | 'user/claim_bonus'
    | 'user/cancel_bonus'
    | 'finance/cancel_withdrawal'
    | 'finance/save_bank_transfer'
    | 'finance/save_cep_bank_transfer'
    | 'prepayServices/processTransaction'
  >();
  never(() => call('user/claim_bonus', { bonusID: 1 }, { idempotencyKey: 'key' }));
  // @ts-expect-error no key
  never(() => call('user/claim_bonus', { bonusID: 1 }));
  // @ts-expect-error no key
  never(() => call('user/claim_bonus', { bonusID: 1 }, { suppressToast: true }));
  // @ts-expect-error the amount is required
  never(() => useFinanceSaveBankTransfer().run({ Type: 1, methodID: 1 }));
});

it('a plain call takes and gives what the contract says', () => {
  expectTypeOf<AnswerOf<'user/claim_bonus'>>().toEqualTypeOf<Bonus>();
  never(() => call('user/logout'));
  // @ts-expect-error the address is required
  never(() => call('user/forgot'));
  // @ts-expect-error no such call
  never(() => call('user/forget', {}));
});

it('only what is read is kept: refreshed and changed in place', () => {
  expectTypeOf<'user/login'>().not.toExtend<ReadCallName>();
  never(() => refresh('finance/check_balance'));
  // @ts-expect-error a write is not kept
  never(() => refresh('user/login'));
  // @ts-expect-error another answer
  never(() => patch('finance/check_balance', () => [{ balance: '1' }]));
  // @ts-expect-error no such field
  never(() => casinoGamesListKey({ category: 1 }, {} as CacheScope));
});
