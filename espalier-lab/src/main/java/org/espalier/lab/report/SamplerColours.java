package org.espalier.lab.report;

import org.espalier.lab.results.SamplerVariant;

/**
 * The colour of each sampler in all charts and pictures. Colour-blind readers can distinguish them, on light and on dark
 * backgrounds. Variants of a sampler also have dashed lines, because twenty colours are too many.
 */
final class SamplerColours {
    private SamplerColours() {}

    static String of(SamplerVariant sampler) {
        return switch (sampler) {
            case NONE -> "#7b8794";
            case SWA -> "#d08700";
            case SWS -> "#1f7fc4";
            case SWP -> "#d9511c";
            case SWP_GATED -> "#c2679b";
            case SWP_WEIGHTED -> "#8f6bd1";
            case SWP_LOCAL -> "#8a8a1f";
            case SWP_RERUN -> "#b0414f";
            case SWP_GATED_WEIGHTED -> "#9c6b3f";
            case SWPS, SWPS_MEMORY, SWPS_SPLICES, SWPS_PPO -> "#0b9a72";
            case SWPS_GATED -> "#2ba3b8";
            case SWC -> "#5b6ee1";
            case SWG,
                    SWG_MEMORY,
                    SWG_DREAMS,
                    SWG_SPLICES,
                    SWG_SPLICES_MEMORY,
                    SWG_SPLICES_EXCLUSIVE,
                    SWG_PPO,
                    SWG_SPLICES_PPO -> "#111111";
            case TRANSFORMER -> "#c43fb0";
        };
    }

    static boolean isDashed(SamplerVariant sampler) {
        return switch (sampler) {
            case NONE, SWA, SWS, SWP, SWPS, SWG, TRANSFORMER -> false;
            default -> true;
        };
    }
}
