{{ config(materialized='incremental', incremental_strategy='microbatch', event_time='day',
          batch_size='day', lookback=1, begin='2026-01-01') }}
select cast(ordered_at as date) as day, customer_id, sum(amount) as amount
from {{ ref('orders_hourly') }} group by 1, 2
