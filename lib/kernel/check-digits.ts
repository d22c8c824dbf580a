/** The sum of digits weighted by their position from the end (0 is the last digit). */
function weightedSum(digits: string, weigh: (digit: number, fromEnd: number) => number): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    sum += weigh(digits.charCodeAt(i) - 48, digits.length - 1 - i);
  }
  return sum;
}

const luhnWeight = (digit: number, fromEnd: number) =>
  fromEnd % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;

const gtinWeight = (digit: number, fromEnd: number) => (fromEnd % 2 === 0 ? digit : digit * 3);

/** Whether the last digit of a card number is its check digit (Luhn, ISO/IEC 7812-1 annex B). False without digits. */
export function passesLuhn(digits: string): boolean {
  return digits.length > 0 && weightedSum(digits, luhnWeight) % 10 === 0;
}

/** The check digit that makes `head` a valid card number. */
export function luhnDigit(head: string): string {
  return String((10 - (weightedSum(`${head}0`, luhnWeight) % 10)) % 10);
}

/** Whether the last digit of an article number is its check digit (GTIN, GS1 General Specifications 7.9). */
export function passesGtin(digits: string): boolean {
  return weightedSum(digits, gtinWeight) % 10 === 0;
}
