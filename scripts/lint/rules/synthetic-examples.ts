import { everywhere, isExamples, type Rule } from "./rule.ts";

const phoneNumber = /\+?\d[\d ().-]{6,}\d/g;
const reservedNumber = /^\+120255501\d\d$/;
const host = /\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi;
const reservedHost = /(^|\.)example(\.(com|net|org))?$/i;
const placeholder = /^<[A-Z0-9_]+>$/;

/** Examples hold no number, host or token that could be somebody's. */
export const syntheticExamples: Rule = (contract) =>
  everywhere(contract, (node, path) => {
    if (!path.some(isExamples)) return [];
    return Object.entries(node).flatMap(([key, value]) => {
      if (typeof value !== "string" || key === "summary") return [];
      const real = new Set([
        ...(withoutPaths(value).match(host) ?? []).filter((found) => !reservedHost.test(found)),
        ...(isPlainNumber(value) ? [] : (value.match(phoneNumber) ?? [])).filter(
          (found) => !reservedNumber.test(found),
        ),
        ...(key === "token" && !placeholder.test(value) ? [value] : []),
      ]);
      return [...real].map((found) => ({
        message: `"${found}" could be real. Use example.com, +120255501xx or a <PLACEHOLDER>.`,
        path: [...path, key],
      }));
    });
  });

/** In a URL only the host is one: `image.png` in its path is not. */
const withoutPaths = (value: string) => value.replaceAll(/[a-z]+:\/\/([^/\s?#]+)\S*/gi, "$1");

/** Unix seconds are digits too; a phone number in E.164 form has its plus. */
const isPlainNumber = (value: string) => /^\d+$/.test(value);
